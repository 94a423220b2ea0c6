import type { RateOf } from '@app/domain/wallet';
import { Switch } from '@app/ui';
import type { Balance } from '../../../data/account/balances.ts';
import { useText } from '../../../data/app/texts.ts';
import { showInParts } from '../equity/equity-line-model.ts';
import { HIDDEN, useHiddenAmounts } from '../valuation/hidden-amounts.ts';
import { useUnit } from '../valuation/use-unit.ts';
import { type ShownAccount, worthOfBalances } from './balances.ts';
import { hideSmall, useSmallHidden } from './small-hidden.ts';

type Props = { account: ShownAccount; list: readonly Balance[]; rateOf: RateOf | undefined };

/** Shows the account, its value, and the switch that hides small balances. */
export function AccountHead({ account, list, rateOf }: Props) {
  const text = useText();
  const { isOn } = useSmallHidden();
  return (
    <div className="mt-4 flex min-h-11 items-center justify-between gap-3 px-gutter">
      {account === 'all' ? (
        <p className="text-label text-ink-3">{text('wallet.balances', { count: list.length })}</p>
      ) : (
        <div className="min-w-0">
          <p className="text-label text-ink-3">{text(`wallet.account.${account}`)}</p>
          <AccountWorth list={list} rateOf={rateOf} />
        </div>
      )}
      <div className="flex flex-none items-center gap-2 text-label text-ink-3">
        <span aria-hidden="true">{text('wallet.small')}</span>
        <Switch label={text('wallet.small')} checked={isOn} onChange={hideSmall} />
      </div>
    </div>
  );
}

/** Shows the value in the user's currency; without a rate, in the accounting coin with its name. */
function AccountWorth({ list, rateOf }: Omit<Props, 'account'>) {
  const { isHidden } = useHiddenAmounts();
  const unit = useUnit();
  const amount = showInParts(worthOfBalances(list, rateOf), unit).join('');
  const shown = unit.sign === '' ? `${amount} ${unit.name}` : amount;
  return <p className="text-h2 wrap-anywhere">{isHidden ? HIDDEN : shown}</p>;
}
