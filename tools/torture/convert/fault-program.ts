import { existsSync } from 'node:fs';
import { patchSources } from '../source-patch.ts';

/** Loaded into every process of the stack before its own code (`node --import`). While the file exists, conversions are broken. */
const FLAG_VARIABLE = 'TORTURE_CONVERT_FAULT';

const flag = process.env[FLAG_VARIABLE] ?? '';
Object.assign(globalThis, { isConvertBroken: () => existsSync(flag) });

patchSources([
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
]);
