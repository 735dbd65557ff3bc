/** Whether a window can be shown. Only Linux can lack a screen and still run us. */
export function hasDisplay(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  return platform !== 'linux' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY)
}

/** The same command line on a screen that exists in memory only; pictures may ask for a large one. */
export function onVirtualDisplay(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = process.env,
): [string, string[]] {
  const size = env.KAUNTA_PICTURES === '4k' ? '3840x2400' : '1920x1200'
  // Without -noreset it restarts whenever its last window closes, and refuses clients at that moment.
  return ['xvfb-run', ['-a', '-s', `-screen 0 ${size}x24 -noreset`, command, ...args]]
}
