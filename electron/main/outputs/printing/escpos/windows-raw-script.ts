/**
 * Sends bytes to a Windows print queue as they are, by the spooler's own functions. The queue's name comes in
 * KAUNTA_PRINTER ('' is the default printer), the bytes as base64 on the standard input. Drivers of version 4
 * take no RAW; their name for it is XPS_PASS.
 */
export const windowsRawScript = `
$ErrorActionPreference = 'Stop'
Add-Type -TypeDefinition @'
using System;
using System.ComponentModel;
using System.Runtime.InteropServices;

public static class RawSpooler
{
    [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
    private class DocInfo { public string Name; public string OutputFile; public string DataType; }

    [DllImport("winspool.drv", CharSet = CharSet.Unicode, SetLastError = true)]
    private static extern bool OpenPrinter(string name, out IntPtr printer, IntPtr defaults);
    [DllImport("winspool.drv", CharSet = CharSet.Unicode, SetLastError = true)]
    private static extern int StartDocPrinter(IntPtr printer, int level, [In] DocInfo info);
    [DllImport("winspool.drv", SetLastError = true)]
    private static extern bool StartPagePrinter(IntPtr printer);
    [DllImport("winspool.drv", SetLastError = true)]
    private static extern bool WritePrinter(IntPtr printer, byte[] bytes, int count, out int written);
    [DllImport("winspool.drv", SetLastError = true)]
    private static extern bool EndPagePrinter(IntPtr printer);
    [DllImport("winspool.drv", SetLastError = true)]
    private static extern bool EndDocPrinter(IntPtr printer);
    [DllImport("winspool.drv", SetLastError = true)]
    private static extern bool ClosePrinter(IntPtr printer);

    public static void Send(string name, byte[] bytes)
    {
        IntPtr printer;
        Check(OpenPrinter(name, out printer, IntPtr.Zero));
        try
        {
            var info = new DocInfo { Name = "Kaunta", DataType = "RAW" };
            if (StartDocPrinter(printer, 1, info) == 0)
            {
                info.DataType = "XPS_PASS";
                Check(StartDocPrinter(printer, 1, info) != 0);
            }
            int written;
            Check(StartPagePrinter(printer));
            Check(WritePrinter(printer, bytes, bytes.Length, out written));
            if (written != bytes.Length) throw new Win32Exception("The queue took a part only");
            Check(EndPagePrinter(printer));
            Check(EndDocPrinter(printer));
        }
        finally { ClosePrinter(printer); }
    }

    private static void Check(bool done) { if (!done) throw new Win32Exception(); }
}
'@
$name = $env:KAUNTA_PRINTER
if (-not $name) {
  Add-Type -AssemblyName System.Drawing
  $name = (New-Object System.Drawing.Printing.PrinterSettings).PrinterName
}
[RawSpooler]::Send($name, [Convert]::FromBase64String([Console]::In.ReadToEnd()))
`
