/** False in what is packed for shops; electron.vite.config.ts sets it when it builds. */
declare const __DEVELOPER_BUILD__: boolean
