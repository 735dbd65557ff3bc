/* Electron loads this before the till: what the operating system's box would say goes to the console, for no test can press it away. */
const { dialog } = require('electron')

dialog.showErrorBox = (_title, text) => process.stdout.write(`BOX ${text}\n`)
