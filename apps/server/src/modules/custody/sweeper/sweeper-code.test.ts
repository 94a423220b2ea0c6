import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileSolidity } from '@app/testkit/solidity';
import { expect, it } from 'vitest';

it('the sweeper is compiled from its source; vitest --update writes it', async () => {
  const { bytecode, deployedBytecode } = compileSolidity(
    readFileSync(join(import.meta.dirname, 'sweeper.sol'), 'utf8'),
  )('Sweeper');
  const immutable = Object.values(deployedBytecode.immutableReferences);
  expect(immutable).toHaveLength(1); // The destination alone.
  const offsets = immutable.flat().map(({ start }) => start);
  const lines = [
    `  "creation": "0x${bytecode.object}",`,
    `  "runtime": "0x${deployedBytecode.object}",`,
    `  "destinationAt": [${offsets.join(', ')}]`, // As the formatter writes it.
  ];
  await expect(`{\n${lines.join('\n')}\n}\n`).toMatchFileSnapshot('sweeper.json');
});
