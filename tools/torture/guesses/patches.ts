import type { SourcePatch } from '../source-patch.ts';
import type { Compared } from './comparisons.ts';

const counted = (what: Compared, call: string) => `(globalThis.noteComparison('${what}'), ${call})`;

export const COUNTING: readonly SourcePatch[] = [
  {
    file: /\/modules\/auth\/secrets\.ts$/,
    replace: [['timingSafeEqual(one, other)', counted('code', 'timingSafeEqual(one, other)')]],
  },
  {
    file: /\/modules\/auth\/account\/password-hash\.ts$/,
    replace: [['await verify(', `await ${counted('password', 'verify')}(`]],
  },
  {
    file: /\/modules\/auth\/factor\/totp\.ts$/,
    replace: [['= verifySync(', `= ${counted('authenticator', 'verifySync')}(`]],
  },
];

/** The fault: each guess is compared, and only then counted. The answers are the same as those of the product. */
export const COMPARES_SILENTLY: SourcePatch = {
  file: /\/modules\/auth\/factor\/prove-trade-password\.ts$/,
  replace: [
    [
      'await countTry(deps, guessed);',
      'const isRight = await isTradePassword(deps, userId, { sealed, digits }); await countTry(deps, guessed);',
    ],
    ['if (!(await isTradePassword(deps, userId, { sealed, digits })))', 'if (!isRight)'],
  ],
};
