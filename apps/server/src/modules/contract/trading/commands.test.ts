import { CONTRACT_COMMANDS } from '@app/protocol/engine';
import { describe, expect, it } from 'vitest';
import { type ContractCommand, laneOf } from './commands.ts';

const namesIn = (lane: string) =>
  CONTRACT_COMMANDS.map(({ name }) => name).filter((name) => laneOf({ name } as ContractCommand) === lane); // By name only.

describe('lanes of contract commands', () => {
  it('a run is decided before everything that users send, and what closes or protects before what opens', () => {
    expect(namesIn('next')).toEqual(['contract.run']);
    expect(namesIn('then').sort()).toEqual(['contract.open', 'contract.reverse']);
    expect(namesIn('first')).toHaveLength(CONTRACT_COMMANDS.length - 3);
  });
});
