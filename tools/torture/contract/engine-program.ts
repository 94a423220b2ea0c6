import { join } from 'node:path';
import { runEngine, sendToRig } from '../engines/run-engine.ts';
import { type BuildPatch, putInStandIns, type StandIn } from '../engines/stand-ins.ts';
import { DAY_MS, DAYS_FROM_MS } from './terms.ts';

const here = (file: string) => join(import.meta.dirname, file);

const STAND_INS: readonly StandIn[] = [
  {
    for: 'every build',
    importer: /\/src\/bin\/engine-app\.ts$/,
    specifier: '../modules/contract/index.ts',
    file: here('watched-product.ts'),
  },
  {
    for: 'answer-before-commit',
    importer: /\/src\/engine\/batch\.ts$/,
    specifier: '../platform/db/transact.ts',
    file: here('../engines/fault-early-answers.ts'),
  },
];

const TRADING = (file: string) => new RegExp(`/contract/trading/${file}\\.ts$`);

const REAL_DAY_MS = 24 * 3_600_000;
/** Fast days in every build: nights are the only thing that depends on the day of a tick. */
const FAST_DAYS = `const today = dayOf(${DAYS_FROM_MS} + Math.floor((atMs - ${DAYS_FROM_MS}) / ${DAY_MS}) * ${REAL_DAY_MS});`;

const PATCHES: readonly BuildPatch[] = [
  { for: 'every build', file: TRADING('apply-tick'), replace: [['const today = dayOf(atMs);', FAST_DAYS]] },
  {
    for: 'liquidation-a-tick-late',
    file: /\/domain\/src\/contract\/trigger-index\.ts$/,
    // As if the liquidation price were rounded the other way.
    replace: [
      [
        'isLiquidated(this.#positionOf(item), now),',
        `isLiquidated(this.#positionOf(item), { ...now, index: now.index + (item.side === 'long' ? 1n : -1n) * this.#positionOf(item).market.priceTick }),`,
      ],
    ],
  },
  {
    for: 'tick-skipped',
    file: TRADING('take-ticks'),
    replace: [['at.waiting.push(taken);', 'if (tick.seq % 9 !== 0) at.waiting.push(taken);']],
  },
  {
    for: 'nights-charged-twice',
    file: TRADING('charge-nights'),
    // The margin pays, and the position does not know: its end pays again.
    replace: [
      [
        'chargeDeal(deal, { position,',
        'chargeDeal(deal, { position: { ...position, overnightCharged: deal.position.overnightCharged },',
      ],
    ],
  },
  {
    for: 'shortfall-by-user',
    file: /\/domain\/src\/contract\/postings\.ts$/,
    replace: [
      [
        'const paidByUser = negate(sum([result, overnightReturned, shortfall]));',
        'const paidByUser = negate(sum([result, overnightReturned]));',
      ],
      ['...pay(cover.insurance, insurance, platform),', ''],
    ],
  },
  {
    for: 'stop-on-older-block',
    file: TRADING('run-market'),
    // A stop is filled at the price that fired it, when a later one is known.
    replace: [
      [
        'const { deal, act } = item;\n  const { rows, atMs } = chunk;',
        'const { deal, act } = item;\n  const { rows, atMs } = chunk;\n  if (deal.trigger !== undefined) tick = { ...tick, ...deal.trigger };',
      ],
    ],
  },
  {
    for: 'run-not-stored',
    file: TRADING('take-ticks'),
    replace: [[', stored: { name, fields: encodeCommand(runCommand, fields).fields } }', ' }']],
  },
];

/** Production engine controlled by a rig: `node engine-program.ts <sabotage>`, ended by the rig. */
const injectedFault = process.argv[2] ?? 'none'; // Passed by the rig.
const stoodIn = putInStandIns(injectedFault, { standIns: STAND_INS, patches: PATCHES });
const { compare, watch } = await import('./watched-product.ts');
watch(sendToRig);
await runEngine({ stoodIn, compare });
