/** False in what is packed for shops; electron.vite.config.ts sets it when it builds. */
declare const __DEVELOPER_BUILD__: boolean
/** When this version was built, ms. */
declare const __BUILT_AT__: number
