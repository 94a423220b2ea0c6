import type { SourcePatch } from '../source-patch.ts';

/** The fault, which the processes switch on and off: expired quotes are honoured, and a digit too much is paid. */
export const PATCHES: readonly SourcePatch[] = [
  {
    file: /\/modules\/convert\/convert\.ts$/,
    replace: [['if (!isValid ||', 'if ((!isValid && !globalThis.isConvertBroken()) ||']],
  },
  {
    file: /\/modules\/convert\/quote-conversion\.ts$/,
    replace: [
      ['const { received, kept } = quoteConversion(', 'const { received: exact, kept } = quoteConversion('],
      [
        'if (received === ZERO)',
        'const received = globalThis.isConvertBroken() ? exact + 10n ** 10n : exact;\n  if (received === ZERO)',
      ],
    ],
  },
];
