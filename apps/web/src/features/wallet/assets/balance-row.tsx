import type { RateOf } from '@app/domain/wallet';
import { shownPlaces } from '@app/domain/wallet';
import { showAmount, ZERO } from '@app/money';
import { AmountText, CoinIcon, Row } from '@app/ui';
import { Link } from 'react-router';
import { type Balance, ownedIn } from '../../../data/account/balances.ts';
import { useText } from '../../../data/app/texts.ts';
import { useEstimate } from '../../../data/market/estimate.ts';
import { HIDDEN, useHiddenAmounts } from '../valuation/hidden-amounts.ts';
import type { BalanceAction } from './balance-action.ts';
import { worthOfBalance } from './balances.ts';

type Props = { balance: Balance; rateOf: RateOf | undefined; action: BalanceAction | undefined };

/** Renders one coin in an account, and the link it leads to. */
export function BalanceRow({ balance, rateOf, action }: Props) {
  const text = useText();
  const row = <Face balance={balance} rateOf={rateOf} />;
  if (action === undefined) return row;
  return (
    <Link className="block" to={action.to}>
      {row}
      <span className="sr-only">{text(`wallet.way.${action.kind}`, { currency: balance.currency })}</span>
    </Link>
  );
}

function Face({ balance, rateOf }: Omit<Props, 'action'>) {
  const { isHidden } = useHiddenAmounts();
  const { currency } = balance;
  return (
    <Row
      lead={<CoinIcon code={currency} />}
      title={currency}
      sub={<Lying balance={balance} />}
      value={isHidden ? HIDDEN : <AmountText value={ownedIn(balance)} places={shownPlaces(currency)} />}
      valueSub={isHidden ? '' : <RowWorth balance={balance} rateOf={rateOf} />}
    />
  );
}

/** Shows the account, and the frozen amount with its reason. */
function Lying({ balance: { account, currency, frozen } }: { balance: Balance }) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const amount = isHidden ? HIDDEN : showAmount(frozen, shownPlaces(currency));
  const aside = text(account === 'exchange' ? 'wallet.in_orders' : 'wallet.frozen', { amount });
  return [text(`wallet.account.${account}`), ...(frozen > ZERO ? [aside] : [])].join(' · ');
}

/** Shows the estimated value; empty until prices load, and a dash for a coin without a price. */
function RowWorth({ balance, rateOf }: Omit<Props, 'action'>) {
  const worth = worthOfBalance(balance, rateOf);
  const estimate = useEstimate(worth ?? ZERO);
  if (worth === undefined) return rateOf === undefined ? '' : '—';
  return estimate.text;
}
