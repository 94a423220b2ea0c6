import { readFileSync } from 'node:fs';

const PLACE = '/proc/stat';
/** Positions in the first line: user, nice, system, idle, iowait, irq, softirq, steal. */
const IDLE = 3;
const IOWAIT = 4;
const STEAL = 7;

type Spent = { readonly wanted: number; readonly stolen: number };

/** Measures from now on the share of this machine's wanted CPU time that its host gave to others. 0 if not reported. */
export function watchStolen(): () => number {
  const before = read();
  return () => shareBetween(before, read());
}

export function shareBetween(before: Spent, now: Spent): number {
  const wanted = now.wanted - before.wanted;
  return wanted > 0 ? (now.stolen - before.stolen) / wanted : 0;
}

export function parseSpent(text: string): Spent {
  const ticks = (/^cpu +(.*)$/m.exec(text)?.[1] ?? '')
    .split(' ')
    .slice(0, STEAL + 1)
    .map(Number);
  const wanted = ticks.filter((_, index) => index !== IDLE && index !== IOWAIT).reduce((sum, each) => sum + each, 0);
  return { wanted, stolen: ticks[STEAL] ?? 0 };
}

function read(): Spent {
  try {
    return parseSpent(readFileSync(PLACE, 'utf8'));
  } catch {
    return { wanted: 0, stolen: 0 }; // Not Linux.
  }
}
