import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { guardChild } from '@app/testkit';
import { type Look, logLine, type WriteLine } from './log-line.ts';
import type { DevProcess } from './processes.ts';

const RESTART_AFTER_MS = 1_000;
const STOP_MS_MAX = 12_000;

export type Child = { readonly name: string; stop(): Promise<void> };

/** Keeps one process running until it is stopped; restarts it a second after it exits by itself. */
export function keepRunning(what: DevProcess, look: Look, write: WriteLine): Child {
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  const print = (msg: string) => write(logLine(JSON.stringify({ level: 40, time: Date.now(), msg }), look));
  const running = (async () => {
    while (!stopping.signal.aborted) {
      child = start(what, (line) => write(logLine(line, look)));
      const [code, signal] = await once(child, 'exit');
      if (stopping.signal.aborted) return;
      print(`ended by itself (${signal ?? code}); it is started again`);
      await pause(RESTART_AFTER_MS, undefined, { signal: stopping.signal }).catch(() => {}); // Aborted by a stop.
    }
  })();
  const stop = async () => {
    stopping.abort();
    child?.kill('SIGTERM');
    const tooLong = setTimeout(() => child?.kill('SIGKILL'), STOP_MS_MAX);
    await running;
    clearTimeout(tooLong);
  };
  return { name: what.name, stop };
}

/**
 * Starts the process in its own group: Ctrl-C reaches only the parent, which then stops all in order. If the parent is
 * killed, its guard does.
 */
function start({ program, args = [], environment }: DevProcess, onLine: WriteLine): ChildProcess {
  const env = { PATH: process.env.PATH, ...environment };
  const child = spawn(process.execPath, [program, ...args], { detached: true, env, stdio: ['ignore', 'pipe', 'pipe'] });
  guardChild(child);
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', onLine);
  return child;
}
