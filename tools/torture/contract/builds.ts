import { join } from 'node:path';
import { type BuildPatch, commonStandIns, type EngineBuilds } from '../engines/stand-ins.ts';
import { DAY_MS, DAYS_FROM_MS, DELIVERED_AFTER_MS, FIRST_DAY_MS, SESSIONS } from './terms.ts';

const TRADING = (file: string) => new RegExp(`/contract/trading/${file}\\.ts$`);

const REAL_DAY_MS = 24 * 3_600_000;
/** Fast days in every build: only nights and deliveries depend on the day of a tick. */
const FAST_DAYS = `const today = dayOf(${DAYS_FROM_MS} + Math.floor((atMs - ${DAYS_FROM_MS}) / ${DAY_MS}) * ${REAL_DAY_MS});`;

/** Each of the next fast days has a series. */
const FAST_SERIES = `const today = ${FIRST_DAY_MS} + Math.floor((atMs - ${DAYS_FROM_MS}) / ${DAY_MS}) * DAY_MS;
  const days = Array.from({ length: weeks }, (_, more) => today + more * DAY_MS).filter((day) => deliversAtMs(nameOf(day)) > atMs);`;

/** Every calendar with breaks has fast sessions. */
const FAST_SESSIONS = `const from = ${DAYS_FROM_MS} + Math.floor((atMs - ${DAYS_FROM_MS}) / ${SESSIONS.everyMs}) * ${SESSIONS.everyMs};
  const to = from + ${SESSIONS.openMs};
  if (hours !== 'always') return atMs < to ? { startedMs: from, closesMs: to } : undefined;`;

const PATCHES: readonly BuildPatch[] = [
  { for: 'every build', file: TRADING('apply-tick'), replace: [['const today = dayOf(atMs);', FAST_DAYS]] },
  {
    for: 'every build',
    file: /\/domain\/src\/contract\/series\.ts$/,
    replace: [
      [
        'return dayMs + DELIVERY_MS;',
        `return ${DAYS_FROM_MS} + ((dayMs - ${FIRST_DAY_MS}) / DAY_MS) * ${DAY_MS} + ${DELIVERED_AFTER_MS};`,
      ],
      ['const days = [...nextFridays(atMs, weeks), ...nextQuarterEnds(atMs, quarters)];', FAST_SERIES],
      ['const LAST_OPENING_MS = HOUR_MS;', `const LAST_OPENING_MS = ${DAY_MS / 24};`],
    ],
  },
  {
    for: 'every build',
    file: /\/domain\/src\/market\/hours\.ts$/,
    replace: [
      ["if (hours === 'always') return ETERNAL;", `if (hours === 'always') return ETERNAL;\n  ${FAST_SESSIONS}`],
    ],
  },
  {
    // The feed goes on: the engine has to ignore what it seals meanwhile.
    for: 'every build',
    file: /\/modules\/market\/market\.store\.ts$/,
    replace: [['    ...row,\n', `    ...row,\n    ...(row.id === ${SESSIONS.market} && { hours: 'forex' }),\n`]],
  },
  {
    for: 'liquidation-a-tick-late',
    file: /\/domain\/src\/contract\/trigger-index\.ts$/,
    // As if the liquidation price were rounded the other way.
    replace: [
      [
        'return (key >= certain && isKeyExact(position, index)) || isLiquidated(position, now);',
        `const late = (item.side === 'long' ? 1n : -1n) * position.market.priceTick;
        return isLiquidated(position, { ...now, index: index + late });`,
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
    replace: [[', stored };', ' };']],
  },
];

export const BUILDS: EngineBuilds = {
  file: import.meta.filename,
  standIns: commonStandIns('contract', join(import.meta.dirname, 'watched-product.ts')),
  patches: PATCHES,
};
