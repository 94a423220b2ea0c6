import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { guardChild } from '@app/testkit';
import { REPOSITORY } from '../../dev/processes.ts';
import { endOfLog } from '../../services/launch.ts';
import { isListening } from '../../services/listening.ts';
import { freePortList } from '../../services/places.ts';
import type { Stack } from '../../stack/stack.ts';

export type Validated = { readonly name: string; readonly isValid: boolean; readonly output: string };

const SHIPPED = join(REPOSITORY, 'docs/proxy/Caddyfile');
const START_MS_MAX = 30_000;

/** Validates the shipped Caddyfile with the command from its header. */
export function validateCaddyfile(): Validated {
  const { status, stderr } = spawnSync('caddy', ['validate', '--config', SHIPPED, '--adapter', 'caddyfile'], {
    encoding: 'utf8',
  });
  return { name: 'Caddyfile', isValid: status === 0, output: (stderr ?? 'caddy is not installed').trim() };
}

/**
 * Starts Caddy with the shipped file in front of a stack, with Caddy's internal certificate, which is not added to any
 * trust store.
 */
export async function startCaddy(stack: Stack): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const [port = 0] = await freePortList(1);
  const folder = join(stack.folder, 'caddy');
  mkdirSync(folder);
  const config = join(folder, 'Caddyfile');
  writeFileSync(config, `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\nimport ${SHIPPED}\n`);
  const logFile = join(folder, 'caddy.log');
  const log = openSync(logFile, 'a');
  const { host: edge } = new URL(stack.edgeUrl);
  const environment = { SITE: `https://localhost:${port}`, EDGE: edge, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = guardChild(
    spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
      env: { PATH: process.env.PATH, HOME: folder, ...environment },
      stdio: ['ignore', log, log],
    }),
  );
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for (const deadlineMs = Date.now() + START_MS_MAX; !(await isListening(port)); await pause(50)) {
    if (child.exitCode !== null || Date.now() > deadlineMs)
      throw new Error(`caddy did not start; ${endOfLog(logFile)}`);
  }
  return {
    url: `https://localhost:${port}`,
    stop: async () => {
      child.kill('SIGTERM');
      await gone;
    },
  };
}
