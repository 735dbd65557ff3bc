import { writeFile } from 'node:fs/promises'
import { note, runCommand, takesNoOptions } from './command'
import { installedMetadata, metadataFile, selectMetadata } from './phone/metadata'

const usage =
  'Use: npm run phone-metadata\nWrites resources/phone-metadata.json from the installed libphonenumber-js; it takes no options.'

/** The library's own generator needs Google's files from the network: this one needs the installed package. */
await runCommand(async () => {
  takesNoOptions(usage)
  await writeFile(metadataFile, selectMetadata(installedMetadata()))
  note(`Written: ${metadataFile}`)
  return 0
}, usage)
