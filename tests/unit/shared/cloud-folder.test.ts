import { expect, it } from 'vitest'
import { cloudOf } from '../../../shared/cloud-folder'

it.each([
  [String.raw`C:\Users\Asha\OneDrive\Documents\Kaunta\payments.csv`, 'OneDrive'],
  [String.raw`C:\Users\Asha\OneDrive - Duka la Asha\Documents\Kaunta`, 'OneDrive'],
  ['/Users/asha/Library/Mobile Documents/com~apple~CloudDocs/Documents/Kaunta', 'iCloud'],
  ['/Users/asha/Library/CloudStorage/GoogleDrive-asha@example.com/My Drive', 'Google Drive'],
  ['/home/asha/Dropbox/Kaunta', 'Dropbox'],
  ['/home/asha/Documents/Kaunta/payments.csv', null],
  [String.raw`C:\Users\Onedriver\Documents`, null],
])('%s', (path, cloud) => {
  expect(cloudOf(path)).toBe(cloud)
})
