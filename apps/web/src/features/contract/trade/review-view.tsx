import { isPosition, type OpenDeal } from '@app/client/contract';
import { liquidationPrice } from '@app/domain/contract';
import { Button, Checkbox, Facts, Icon, Note, ResultView } from '@app/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Deal } from '../../../data/account/deals.ts';
import { type Text, useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { usePriceState } from '../../../data/market/price-state.ts';
import { useConnection } from '../../../data/socket/connection.ts';
import { contractName } from '../contract-name.ts';
import { MARGIN_CURRENCY, usePosition } from '../position/use-position.ts';
import { distanceText, moneyText } from '../positions/deal-texts.ts';
import { type ContractRequest, figuresOf, type OpeningFigures, refusalOf } from './contract-preview.ts';
import { coinText, costText, priceText, rateText, refusalText, resultText } from './contract-texts.ts';
import type { ContractEntry } from './use-contract-form.ts';
import { DEALS_PATH, type Submission } from './use-contract-submit.ts';

type Props = { market: MarketInfo; entry: ContractEntry; submission: Submission };

/** Shows an order before it is sent, while its outcome is unknown, and its outcome. */
export function ReviewView({ market, entry, submission }: Props) {
  const text = useText();
  const { request, deal, sheet, isChecking, isUnknown, isPending } = submission;
  if (deal !== undefined) return <Outcome market={market} deal={deal} close={sheet.close} />;
  if (isChecking)
    return (
      <FocusOnMount key="checking">
        <ResultView
          kind="checking"
          title={text('contract.review.checking')}
          text={text('contract.review.checking.text')}
        />
      </FocusOnMount>
    );
  if (isUnknown)
    return (
      <FocusOnMount key="unknown">
        <ResultView
          kind="partial"
          title={text('contract.review.unknown')}
          text={text('contract.review.unknown.text')}
          actions={
            <>
              <Button onClick={sheet.close}>{text('system.close')}</Button>
              <Button tone="primary" busy={isPending} onClick={submission.send}>
                {text('contract.review.again')}
              </Button>
            </>
          }
        />
      </FocusOnMount>
    );
  if (request === undefined || entry.context === undefined) return null;
  return <Review market={market} entry={entry} submission={submission} request={request} />;
}

/** Shows what the order costs and risks, the most that can be lost first. Back is as large as the order's button. */
function Review({ market, entry, submission, request }: Props & { request: ContractRequest }) {
  const text = useText();
  const [isMuted, setMuted] = useState(false);
  const isOffline = useConnection(({ isOnline, socket }) => !isOnline || socket === 'lost');
  const isPaused = usePriceState(market.symbol).kind !== 'live';
  const { context } = entry;
  if (context === undefined) return null;
  const figures = figuresOf(request, context);
  const refusal = refusalOf(request, context);
  const wait = isOffline ? 'connection' : isPaused ? 'prices' : undefined;
  const place = () => {
    if (isMuted) submission.mute();
    submission.send();
  };
  return (
    <div data-coach="review">
      <Head market={market} request={request} />
      <div className="card card--inset">
        <div className="text-label text-ink-3">{text('contract.loss')}</div>
        <div className="card__figure text-(--warn)">
          {costText(figures.maximumLoss)} <span className="text-body text-ink-3">{MARGIN_CURRENCY}</span>
        </div>
      </div>
      <div className="mt-2">
        <Facts facts={factsOf({ market, entry, request, figures }, text)} />
      </div>
      {refusal !== undefined && (
        <Note icon="warn" tone="danger">
          {refusalText(refusal, entry, text)}
        </Note>
      )}
      {figures.stopLoss?.isTooLate && (
        <Note icon="warn" tone="warn">
          {text('contract.stops.late')}
        </Note>
      )}
      <div className="mt-3">
        <Checkbox checked={isMuted} onChange={setMuted} disabled={submission.isPending}>
          {text('contract.review.mute')}
        </Checkbox>
      </div>
      <div className="sheet__acts pair">
        <Button onClick={submission.sheet.close}>{text('contract.review.back')}</Button>
        <Button
          tone={request.side === 'long' ? 'up' : 'down'}
          className="px-2"
          busy={submission.isPending}
          blocked={wait !== undefined || refusal !== undefined}
          disabled={wait !== undefined || refusal !== undefined}
          onClick={place}
        >
          {text(wait === undefined ? `contract.review.${request.side}` : `contract.wait.${wait}`)}
        </Button>
      </div>
    </div>
  );
}

function Head({ market, request }: { market: MarketInfo; request: ContractRequest }) {
  const text = useText();
  const isLong = request.side === 'long';
  return (
    <div className="flex items-center gap-2 pb-3">
      <span className="text-title">{contractName({ symbol: market.symbol, series: request.series })}</span>
      <span className={isLong ? 'tag tag--up' : 'tag tag--down'}>
        <Icon name={isLong ? 'arrow-up' : 'arrow-down'} size={12} />
        {text(`contract.${request.side}`)} {request.leverage}×
      </span>
      <span className="tag">{text(request.limit === undefined ? 'contract.market' : 'contract.limit')}</span>
    </div>
  );
}

type Shown = {
  market: MarketInfo;
  entry: ContractEntry;
  request: ContractRequest;
  figures: OpeningFigures;
};
type Fact = readonly [label: string, value: ReactNode];

const inMargin = (amount: string) => `${amount} ${MARGIN_CURRENCY}`;

function factsOf({ market, entry, request, figures }: Shown, text: Text): readonly Fact[] {
  const { liquidation, distance, position, takeProfit, stopLoss } = figures;
  const entryFact: Fact =
    request.limit === undefined
      ? [text('contract.review.entry'), `≈ ${priceText(position.entry, market)}`]
      : [text('contract.review.limit'), priceText(request.limit, market)];
  const forced =
    liquidation === undefined || distance === undefined
      ? text('contract.liq.none')
      : `${priceText(liquidation, market)} · ${distanceText(distance)}`;
  const stopFact = (label: string, stop: typeof takeProfit): readonly Fact[] =>
    stop === undefined ? [] : [[label, `${priceText(stop.price, market)} · ≈ ${resultText(stop.result)}`]];
  return [
    entryFact,
    [text('contract.review.liquidation'), forced],
    [text('contract.size'), coinText(figures.size, market)],
    [text('contract.review.value'), inMargin(costText(figures.notional))],
    [text('contract.review.margin'), inMargin(costText(figures.margin))],
    [text('contract.fee'), inMargin(costText(figures.fee))],
    [text('contract.review.overnight'), rateText(entry.rules.overnight_rate)],
    ...stopFact(text('contract.tp'), takeProfit),
    ...stopFact(text('contract.sl'), stopLoss),
  ];
}

/** Shows what became of the order: a position, or an order that waits for its price. */
function Outcome({ market, deal, close }: { market: MarketInfo; deal: Deal; close: () => void }) {
  const text = useText();
  const navigate = useNavigate();
  const actions = (
    <>
      <Button onClick={() => void navigate(DEALS_PATH, { replace: true })}>{text('contract.more.history')}</Button>
      <Button tone="primary" onClick={close}>
        {text('contract.review.done')}
      </Button>
    </>
  );
  return (
    <div data-coach="outcome">
      <FocusOnMount>
        {isPosition(deal) ? (
          <Opened market={market} deal={deal} actions={actions} />
        ) : (
          <ResultView
            kind="ok"
            title={text('contract.waiting.title')}
            text={text('contract.waiting.text', { price: priceText(deal.target_price ?? undefined, market) })}
            facts={[[text('contract.review.margin'), inMargin(moneyText(deal.margin))]]}
            actions={actions}
          />
        )}
      </FocusOnMount>
    </div>
  );
}

function Opened({ market, deal, actions }: { market: MarketInfo; deal: OpenDeal; actions: ReactNode }) {
  const text = useText();
  const position = usePosition(deal);
  const liquidation = position && liquidationPrice(position, position.overnightSince);
  const facts: readonly Fact[] = [
    [text('contract.opened.entry'), priceText(deal.entry_price, market)],
    [text('contract.review.liquidation'), priceText(liquidation, market)],
    [text('contract.review.margin'), inMargin(moneyText(deal.margin))],
    [text('contract.fee'), inMargin(costText(deal.open_fee))],
  ];
  const side = deal.type === 'buy' ? 'long' : 'short';
  const name = `${contractName({ symbol: market.symbol, series: deal.series })} · ${text(`contract.${side}`)} ${deal.multiple}×`;
  return <ResultView kind="ok" title={text('contract.opened.title')} text={name} facts={facts} actions={actions} />;
}

/** Moves focus to the heading of what replaces a pressed button; otherwise focus falls back to the page. */
function FocusOnMount({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const heading = box.current?.querySelector('h2');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, []);
  return <div ref={box}>{children}</div>;
}
