import { spawn } from 'node:child_process'
import type { Clock } from '../../../platform/clock'
import { PrinterTrouble } from '../printer-trouble'

/** A program that ran to its end. */
export interface ProgramEnd {
  code: number | null
  said: string
}

/** Runs a program, without a shell; rejects where it cannot be started. */
export type RunProgram = (
  program: string,
  programArguments: readonly string[],
  options: { input?: Uint8Array; env?: Record<string, string>; signal: AbortSignal },
) => Promise<ProgramEnd>

interface RawQueueDeps {
  platform: NodeJS.Platform
  run: RunProgram
  clock: Pick<Clock, 'after' | 'monotonic'>
}

/** What goes to one of the system's print queues unchanged. '' is the computer's default printer. */
export type SendToQueue = (queue: string, bytes: Uint8Array, signal: AbortSignal) => Promise<void>

/** A job that still waits then is taken back: it must not come out when the printer is switched on, ms. */
const jobLimitMs = 15_000
const pauseMs = 500

/** Names of PowerShell's own errors, the same in every language, on a computer whose rules allow programs of the shop's alone. */
const forbidden =
  /CannotDefineNewType|NotSupportedInConstrainedLanguage|ConstrainedLanguage|ScriptContainedMaliciousContent|BlockedByPolicy/

/** Throws PrinterTrouble. */
export function createRawQueue({ platform, run, clock }: RawQueueDeps): SendToQueue {
  return platform === 'win32' ? toSpooler : toCups

  async function toCups(queue: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    // Its messages in English: the job's number is read from them.
    const env = { LC_ALL: 'C' }
    const to = queue === '' ? [] : ['-d', queue]
    const taken = await run('lp', [...to, '-o', 'raw', '-t', 'Kaunta'], {
      input: bytes,
      env,
      signal,
    })
    const job = /request id is (\S+)/.exec(taken.said)?.[1]
    if (taken.code !== 0 || job === undefined)
      throw new PrinterTrouble('printer-failed', `lp: ${taken.said}`)
    const began = clock.monotonic()
    while (clock.monotonic() - began < jobLimitMs) {
      const { code, said } = await run('lpstat', ['-W', 'not-completed', '-o'], { env, signal })
      if (code === 0 && !said.split(/\s+/).includes(job)) return
      await new Promise<void>(resolve => clock.after(pauseMs, resolve))
    }
    const { code } = await run('cancel', [job], { env, signal })
    throw new PrinterTrouble('printer-silent', `Job ${job} waited; cancel ended with ${code}`)
  }

  async function toSpooler(queue: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    const script = Buffer.from(windowsRawScript, 'utf16le').toString('base64')
    const ran = run(
      'powershell.exe',
      ['-NoProfile', '-NonInteractive', '-EncodedCommand', script],
      {
        // As text: a byte stream would be read as the console's code page.
        input: Buffer.from(Buffer.from(bytes).toString('base64')),
        env: { KAUNTA_PRINTER: queue },
        signal,
      },
    )
    const { code, said } = await ran.catch((error: unknown) => {
      if (signal.aborted) throw error
      throw new PrinterTrouble('printer-queue-closed', String(error))
    })
    if (code === 0) return
    const isForbidden = forbidden.test(said)
    throw new PrinterTrouble(isForbidden ? 'printer-queue-closed' : 'printer-failed', said)
  }
}

/** The computer's own programs. */
export const runProgram: RunProgram = (program, programArguments, { input, env, signal }) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, programArguments, {
      env: { ...process.env, ...env },
      signal,
      windowsHide: true,
    })
    let said = ''
    const hear = (text: Buffer) => {
      if (said.length < longestAnswer) said += text.toString()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('error', reject)
    child.on('close', code => resolve({ code, said }))
    // A program that ends early takes no more: its exit code says so.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })

const longestAnswer = 100_000

/**
 * Sends bytes to a Windows print queue as they are, by the spooler's own functions. The queue's name comes in
 * KAUNTA_PRINTER ('' is the default printer), the bytes as base64 on the standard input. Drivers of version 4
 * take no RAW; their name for it is XPS_PASS.
 */
const windowsRawScript = `
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
