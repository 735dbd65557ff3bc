/** The `appId` of electron-builder.yml: Windows shows notifications of this id alone, for the installer's shortcut has it. */
export const appId = 'app.kaunta.till'
