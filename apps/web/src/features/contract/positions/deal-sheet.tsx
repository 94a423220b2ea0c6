import { isPosition } from '@app/client/contract';
import { MenuRow, Sheet, Skeleton } from '@app/ui';
import { useNavigate } from 'react-router';
import type { Deal } from '../../../data/account/deals.ts';
import { useText } from '../../../data/app/texts.ts';
import { contractName } from '../contract-name.ts';
import { ShareSheet } from '../history/share-card.tsx';
import { useRulebook } from '../terms/rules-query.ts';
import { useTermsOf } from '../terms/terms-query.ts';
import { CancelView } from './cancel-view.tsx';
import { SideTag } from './deal-parts.tsx';
import { HistoryLink } from './list-states.tsx';
import { usePrecision } from './live-figures.ts';
import { MarginView } from './margin-view.tsx';
import { PendingStopsView } from './pending-stops-view.tsx';
import { PositionView } from './position-view.tsx';
import { ReverseView } from './reverse-view.tsx';
import type { DealSheetTarget, DealView } from './use-deal-sheet.ts';

/** Shows one position or order: its stops and its close, its margin, what else can be done with it. */
export function DealSheet({ target }: { target: DealSheetTarget }) {
  const text = useText();
  const { deal, view, isOpen, isOver, close } = target;
  if (deal === undefined || view === undefined) return null;
  if (view === 'share') return <ShareSheet deal={deal} isOpen={isOpen} close={close} />;
  const title = (
    <span className="pos__name pos__name--sheet">
      <span>{contractName(deal)}</span> <SideTag deal={deal} />
    </span>
  );
  return (
    <Sheet open={isOpen} onClose={close} title={title} closeLabel={text('system.close')}>
      {isOver ? (
        <Over deal={deal} />
      ) : (
        <Viewed key={`${deal.id} ${view}`} deal={deal} view={view} turnTo={target.turnTo} close={close} />
      )}
    </Sheet>
  );
}

/** Shown when a position was closed, or an order reached or cancelled, while its sheet was open. */
function Over({ deal }: { deal: Deal }) {
  const text = useText();
  const key = isPosition(deal) ? 'gone' : 'gone.order';
  return (
    <div className="grid gap-3" role="status">
      <p className="text-title">{text(`position.${key}`)}</p>
      <p className="text-body text-ink-2">{text(`position.${key}.text`)}</p>
      <HistoryLink isButton />
    </div>
  );
}

type ViewedProps = { deal: Deal; view: DealView; turnTo: (view: DealView) => void; close: () => void };

function Viewed({ deal, view, turnTo, close }: ViewedProps) {
  const { data: rulebook } = useRulebook();
  const terms = useTermsOf([deal.terms])(deal.terms);
  const rules = rulebook?.markets.get(deal.symbol);
  const precision = usePrecision(deal, rules);
  if (view === 'more') return <MoreView deal={deal} turnTo={turnTo} />;
  if (view === 'cancel') return <CancelView deal={deal} precision={precision} close={close} />;
  if (rulebook === undefined || rules === undefined || terms === undefined) return <Skeleton className="h-80 w-full" />;
  const known = { rulebook, rules, terms, precision, close };
  if (view === 'stops') return <PendingStopsView deal={deal} {...known} />;
  if (!isPosition(deal)) return null;
  if (view === 'margin') return <MarginView deal={deal} {...known} />;
  if (view === 'reverse') return <ReverseView deal={deal} {...known} />;
  return <PositionView deal={deal} {...known} />;
}

type MoreProps = Pick<ViewedProps, 'deal' | 'turnTo'>;

/** Lists what else can be done with a position. */
function MoreView({ deal, turnTo }: MoreProps) {
  const text = useText();
  const navigate = useNavigate();
  // Replaces the sheet's step of history: going back from there leads to the list.
  const go = (address: string) => void navigate(address, { replace: true });
  const symbol = new URLSearchParams({ symbol: deal.symbol, mode: 'contract' });
  const isClosing = deal.status === 2;
  return (
    <div className="group group--flush">
      <MenuRow icon="plus" label={text('position.adjust')} onClick={() => turnTo('margin')} busy={isClosing} />
      <MenuRow icon="transfer" label={text('position.reverse')} onClick={() => turnTo('reverse')} busy={isClosing} />
      <MenuRow icon="candle" label={text('position.chart')} onClick={() => go(`/pages/transaction/index?${symbol}`)} />
      <MenuRow
        icon="shield-check"
        label={text('position.receipt')}
        onClick={() => go(`/pages/plus/verify?id=${deal.id}`)}
      />
      <MenuRow icon="share" label={text('position.share')} onClick={() => turnTo('share')} />
    </div>
  );
}
