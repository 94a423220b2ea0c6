import { join } from 'node:path';
import type { BuildPatch, StandIn } from '../engines/stand-ins.ts';

const here = (file: string) => join(import.meta.dirname, file);

export const STAND_INS: readonly StandIn[] = [
  {
    for: 'every build',
    importer: /\/src\/bin\/engine-app\.ts$/,
    specifier: '../modules/seconds/index.ts',
    file: here('watched-product.ts'),
  },
  {
    for: 'answer-before-commit',
    importer: /\/src\/engine\/batch\.ts$/,
    specifier: '../platform/db/transact.ts',
    file: here('../engines/fault-early-answers.ts'),
  },
];

const TRADING = (file: string) => new RegExp(`/seconds/trading/${file}\\.ts$`);
const OUTCOME = /\/domain\/src\/seconds\/bet-outcome\.ts$/;

export const PATCHES: readonly BuildPatch[] = [
  {
    for: 'exit-by-acceptance-time',
    file: OUTCOME,
    replace: [['state.entry.atMs + bet.seconds * 1_000', 'bet.acceptedMs + bet.seconds * 1_000']],
  },
  {
    for: 'flat-counted-as-loss',
    file: OUTCOME,
    replace: [["if (exit === entry) return 'flat';", "if (exit === entry) return 'loss';"]],
  },
  {
    for: 'settled-twice',
    file: TRADING('settle-bet'),
    // A gain is paid again under another reference, which the ledger cannot know.
    replace: [
      [
        "const outcome = end.kind === 'settled' ? end.result : end.kind;",
        `if (end.kind === 'settled' && end.result === 'profit') {
          const again = postBetSettlement({ ...party, ref: party.ref + ':again' }, bet.bet, end);
          rows.post({ ...again, entries: again.entries.filter(({ frozen }) => frozen === 0n) });
        }
        const outcome = end.kind === 'settled' ? end.result : end.kind;`,
      ],
    ],
  },
  {
    for: 'tick-skipped',
    file: TRADING('take-ticks'),
    replace: [['at.waiting.push(taken);', 'if (tick.seq % 9 !== 0) at.waiting.push(taken);']],
  },
  {
    for: 'run-not-stored',
    file: TRADING('take-ticks'),
    replace: [[', stored };', ' };']],
  },
];

/**
 * What a fault changes in the database. The tables refuse some results by themselves; the audit must find them without
 * that help.
 */
export const SABOTAGED_TABLES: Readonly<Record<string, string>> = {
  'exit-by-acceptance-time': 'alter table seconds_settlement drop constraint the_exit_is_due',
  'flat-counted-as-loss': 'alter table seconds_settlement drop constraint the_ticks_decide',
  'result-writable-by-api': 'grant insert on seconds_settlement to app',
};

/** Returns how many stand-ins and patches a build of some faults, named as `one+other`, must have used. */
export const stoodInOf = (injectedFault: string): number => {
  const names = ['every build', ...injectedFault.split('+')];
  const files = [
    ...STAND_INS.filter((it) => names.includes(it.for)).map(({ file }) => file),
    ...PATCHES.filter((it) => names.includes(it.for)).map(({ file }) => file.source),
  ];
  return new Set(files).size;
};
