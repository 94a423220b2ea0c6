import type { OpenDeal } from '@app/client/contract';
import type { ContractTerms } from '@app/domain/contract';
import { Button, Icon, Skeleton } from '@app/ui';
import { memo } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { contractName } from '../contract-name.ts';
import type { MarketRules } from '../terms/rules-query.ts';
import { LiveLine, LiveResult, SideTag, StateTag } from './deal-parts.tsx';
import { moneyText, priceText, sizeWithUnit } from './deal-texts.ts';
import { useHeld, usePrecision } from './live-figures.ts';
import type { DealSheetTarget } from './use-deal-sheet.ts';

export type PositionRowProps = {
  deal: OpenDeal;
  rules: MarketRules | undefined;
  terms: ContractTerms | undefined;
  show: DealSheetTarget['show'];
};

/** Shows one position. It renders when the position changes; its figures follow the price by themselves. */
export const PositionCard = memo(function PositionCard({ deal, rules, terms, show }: PositionRowProps) {
  const text = useText();
  const held = useHeld(deal, rules, terms);
  const precision = usePrecision(deal, rules);
  const name = contractName(deal);
  const isClosing = deal.status === 2;
  return (
    <article className="card pos" aria-label={name}>
      <div className="pos__head">
        <div className="min-w-0">
          <p className="pos__name">
            <span>{name}</span> <SideTag deal={deal} />
          </p>
          <p className="pos__about">
            {sizeWithUnit(deal.share, deal)} · {text('position.isolated')} <StateTag deal={deal} />
          </p>
        </div>
        <div className="pos__figures">
          <LiveResult held={held} />
        </div>
      </div>
      <LiveLine held={held} precision={precision} />
      <div className="pos__foot">
        <dl className="pos__facts">
          <div>
            <dt>{text('position.margin')}</dt>
            <dd>{moneyText(held.costs?.margin)}</dd>
          </div>
          <div>
            <dt>{text('position.fees')}</dt>
            <dd>{moneyText(held.costs?.fees)}</dd>
          </div>
          <div>
            <dt>{text('position.sl')}</dt>
            <dd>
              {deal.stop_loss_price === null ? text('position.unset') : priceText(deal.stop_loss_price, precision)}
            </dd>
          </div>
        </dl>
        <div className="pos__acts">
          <Button size="small" disabled={isClosing} onClick={() => show(deal, 'position')}>
            {text('position.edit')}
          </Button>
          <Button size="small" disabled={isClosing} onClick={() => show(deal, 'position')}>
            {text('position.close')}
          </Button>
          <Button
            size="small"
            className="pos__more"
            aria-label={text('position.more')}
            onClick={() => show(deal, 'more')}
          >
            <Icon name="more" size={16} />
          </Button>
        </div>
      </div>
    </article>
  );
});

/** Placeholder cards at the real height. */
export const PositionGhosts = ({ count }: { count: number }) => (
  <div className="pos-cards" aria-hidden="true">
    {Array.from({ length: count }, (_, index) => index).map((index) => (
      <div key={index} className="card pos">
        <div className="pos__head">
          <Skeleton className="h-10 w-36" />
          <Skeleton className="h-10 w-24" />
        </div>
        <div className="pos__line">
          <Skeleton className="h-12 w-full" />
        </div>
        <div className="pos__foot">
          <Skeleton className="h-9 w-full" />
        </div>
      </div>
    ))}
  </div>
);
