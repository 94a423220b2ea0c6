import type { AccountName } from '@app/domain/ledger';
import type { Input, RequiredAccounts } from '../../../engine/product.ts';
import { chargeAccounts } from './charge-nights.ts';
import type { ContractCommand } from './commands.ts';
import type { ContractState } from './contract-state.ts';
import { ownAccount, platformAccounts } from './deals.ts';
import { fundAccounts } from './fund-demo.ts';
import { runAccounts } from './run-market.ts';

/** Returns the accounts a batch will touch: its users' own, and those of the positions that ticks and nights act on. */
export function needsOf(state: ContractState, inputs: readonly Input<ContractCommand>[]): RequiredAccounts {
  const likelyAccounts = new Map<string, AccountName>();
  const add = (accounts: readonly AccountName[]) => {
    for (const account of accounts) likelyAccounts.set(`${account.owner}|${account.kind}`, account);
  };
  const each = inputs.map(({ command, userId }): readonly AccountName[] => {
    if (command.name === 'contract.run') add(runAccounts(state, state.markets.get(command.market)));
    else if (command.name === 'charge') add(chargeAccounts(state, state.markets.get(command.market)));
    else if (command.name === 'fund') add(fundAccounts(state));
    if (userId === undefined) return [];
    if (command.name === 'contract.open' || command.name === 'contract.reverse')
      add(Object.values(platformAccounts(state)));
    return [ownAccount(userId)];
  });
  return { each, likelyAccounts: [...likelyAccounts.values()] };
}
