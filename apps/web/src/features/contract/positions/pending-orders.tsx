import { cancelDeal } from '@app/protocol/contract';
import { Button } from '@app/ui';
import type { Deal } from '../../../data/account/deals.ts';
import { useText } from '../../../data/app/texts.ts';
import { contractName } from '../contract-name.ts';
import type { MarketRules } from '../terms/rules-query.ts';
import { useRulebook } from '../terms/rules-query.ts';
import { useDealsSentTo } from './deal-command.ts';
import { SideTag } from './deal-parts.tsx';
import { moneyText, priceText, sizeWithUnit } from './deal-texts.ts';
import { usePrecision } from './live-figures.ts';
import { heldByOrder } from './pending-position.ts';
import type { DealSheetTarget } from './use-deal-sheet.ts';

type Props = { deals: readonly Deal[]; show: DealSheetTarget['show'] };

/** Lists orders that wait for their price. */
export function PendingOrders({ deals, show }: Props) {
  const { data: rulebook } = useRulebook();
  const cancelling = useDealsSentTo(cancelDeal);
  if (deals.length === 0) return null;
  return (
    <ul className="pos-cards">
      {deals.map((deal) => (
        <li key={String(deal.id)}>
          <PendingOrder
            deal={deal}
            rules={rulebook?.markets.get(deal.symbol)}
            isGoing={cancelling.includes(deal.id)}
            show={show}
          />
        </li>
      ))}
    </ul>
  );
}

type RowProps = { deal: Deal; rules: MarketRules | undefined; isGoing: boolean; show: DealSheetTarget['show'] };

function PendingOrder({ deal, rules, isGoing, show }: RowProps) {
  const text = useText();
  const precision = usePrecision(deal, rules);
  const stop = (price: Deal['stop_loss_price']) =>
    price === null ? text('position.unset') : priceText(price, precision);
  return (
    <article className={isGoing ? 'card pos stale' : 'card pos'} aria-label={contractName(deal)}>
      <div className="pos__head">
        <div className="min-w-0">
          <p className="pos__name">
            <span>{contractName(deal)}</span> <SideTag deal={deal} />
          </p>
          <p className="pos__about">
            {sizeWithUnit(deal.share, deal)} · {text('position.isolated')}
          </p>
        </div>
        <p className="pos__figures pos__limit">
          {text('position.pending.limit', { price: priceText(deal.target_price, precision) })}
        </p>
      </div>
      <div className="pos__foot">
        <dl className="pos__facts">
          <div>
            <dt>{text('position.pending.held')}</dt>
            <dd>{moneyText(heldByOrder(deal))}</dd>
          </div>
          <div>
            <dt>{text('position.tp')}</dt>
            <dd>{stop(deal.target_profit_price)}</dd>
          </div>
          <div>
            <dt>{text('position.sl')}</dt>
            <dd>{stop(deal.stop_loss_price)}</dd>
          </div>
        </dl>
        <div className="pos__acts">
          <Button size="small" disabled={isGoing} onClick={() => show(deal, 'stops')}>
            {text('position.edit')}
          </Button>
          <Button size="small" disabled={isGoing} onClick={() => show(deal, 'cancel')}>
            {text(isGoing ? 'position.pending.cancelling' : 'position.pending.cancel')}
          </Button>
        </div>
      </div>
    </article>
  );
}
