import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileSolidity } from './compile-solidity.ts';

const SOURCE = 'test-tokens.sol';
const CONTRACTS = ['TestUsdt', 'LyingUsdt'] as const;

/** Compiles the test tokens and returns the text of `test-tokens.json`. */
export function compileTokens(): string {
  const compiled = compileSolidity(readFileSync(join(import.meta.dirname, SOURCE), 'utf8'));
  const bytecodes = CONTRACTS.map((name) => [name, `0x${compiled(name).bytecode.object}`]);
  return `${JSON.stringify(Object.fromEntries(bytecodes), null, 2)}\n`;
}

/** `node packages/testkit/src/chain/compile-tokens.ts` writes it. */
if (import.meta.main) writeFileSync(join(import.meta.dirname, 'test-tokens.json'), compileTokens());
