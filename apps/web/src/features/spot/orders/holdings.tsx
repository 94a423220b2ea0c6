import { buttonClass, Delayed, Empty, SkeletonRows } from '@app/ui';
import { Link } from 'react-router';
import { ownedIn, useBalances } from '../../../data/account/balances.ts';
import { useText } from '../../../data/app/texts.ts';
import { HoldingRow } from './holdings-row.tsx';
import { OrdersFailed } from './orders-failed.tsx';

const TRANSFER = '/pages/fund/transfer?to=exchange';

/** Lists the coins that spot orders are paid from, each linking to its market. */
export function Holdings() {
  const text = useText();
  const { data, error, refetch } = useBalances();
  if (data === undefined && error === null)
    return (
      <Delayed>
        <SkeletonRows count={2} />
      </Delayed>
    );
  if (data === undefined) return <OrdersFailed error={error} onRetry={refetch} />;
  const held = data.list.filter((balance) => balance.account === 'exchange' && ownedIn(balance) > 0n);
  if (held.length === 0)
    return (
      <Empty
        title={text('spot.orders.none.coins')}
        text={text('spot.orders.none.coins.text')}
        action={
          <Link className={buttonClass({ size: 'small' })} to={TRANSFER}>
            {text('spot.orders.transfer')}
          </Link>
        }
      />
    );
  return (
    <>
      <ul aria-label={text('spot.orders.tab.holdings')}>
        {held.map((balance) => (
          <li key={balance.currency}>
            <HoldingRow balance={balance} />
          </li>
        ))}
      </ul>
      <div className="px-gutter py-3">
        <Link className={buttonClass({ wide: true })} to={TRANSFER}>
          {text('spot.orders.transfer')}
        </Link>
      </div>
    </>
  );
}
