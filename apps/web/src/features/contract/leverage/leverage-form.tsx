import { daysMoved, POSITION_SIDES, type PositionSide } from '@app/domain/contract';
import { absolute, compare, type Rate } from '@app/money';
import { listCandles } from '@app/protocol/market';
import { Button, Checkbox, Facts, Icon, IconButton, MarkSlider, Note } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { distanceText } from '../positions/deal-texts.ts';
import { type LiquidationFigures, liquidationOf, previewOf } from '../trade/contract-preview.ts';
import { coinText, costText, priceText } from '../trade/contract-texts.ts';
import type { ContractEntry } from '../trade/use-contract-form.ts';
import { CALM_MAX, leverageAt, marksUpTo, placeOf } from './leverage-marks.ts';

type Props = { market: MarketInfo; entry: ContractEntry; close: () => void };

/** Chooses the leverage, and shows where it would close a position. Above ten it has to be acknowledged, each time. */
export function LeverageForm({ market, entry, close }: Props) {
  const text = useText();
  const [leverage, setLeverage] = useState(entry.leverage);
  const [agreedTo, setAgreedTo] = useState<number>();
  const highest = entry.rules.leverage_max_now;
  const needsConsent = leverage > CALM_MAX && leverage !== entry.leverage;
  const isReady = !needsConsent || agreedTo === leverage;
  const use = () => {
    if (!isReady) return;
    if (leverage !== entry.leverage) entry.actions.setLeverage(leverage);
    close();
  };
  return (
    <div className="grid gap-4">
      <Dial leverage={leverage} highest={highest} onChange={setLeverage} />
      <ForcedLine market={market} entry={entry} leverage={leverage} />
      <ChoiceFacts market={market} entry={entry} leverage={leverage} />
      {leverage > CALM_MAX && <Warning entry={entry} leverage={leverage} />}
      {needsConsent && (
        <Checkbox checked={agreedTo === leverage} onChange={(isOn) => setAgreedTo(isOn ? leverage : undefined)}>
          {text('contract.leverage.agree', { leverage })}
        </Checkbox>
      )}
      <div className="sheet__acts pair">
        <Button onClick={close}>{text('contract.leverage.keep', { leverage: entry.leverage })}</Button>
        <Button tone="primary" blocked={!isReady} disabled={!isReady} onClick={use}>
          {text('contract.leverage.use', { leverage })}
        </Button>
      </div>
    </div>
  );
}

type DialProps = { leverage: number; highest: number; onChange: (leverage: number) => void };

/** Steps by one, or slides over marks that stand at equal distances. */
function Dial({ leverage, highest, onChange }: DialProps) {
  const text = useText();
  const marks = marksUpTo(highest);
  const isHigh = leverage > CALM_MAX;
  const step = (by: number) => onChange(Math.min(Math.max(leverage + by, 1), highest));
  return (
    <div className="grid gap-3">
      <div className="dial">
        <IconButton label={text('contract.leverage.less')} disabled={leverage <= 1} onClick={() => step(-1)}>
          <Icon name="minus" />
        </IconButton>
        <output className={isHigh ? 'dial__v dial__v--high' : 'dial__v'}>{leverage}×</output>
        <IconButton label={text('contract.leverage.more')} disabled={leverage >= highest} onClick={() => step(1)}>
          <Icon name="plus" />
        </IconButton>
      </div>
      <div className="dial-slider">
        <MarkSlider
          label={text('contract.leverage')}
          marks={marks.map((mark) => ({ label: `${mark}×`, isOn: mark === leverage, choose: () => onChange(mark) }))}
          place={placeOf(leverage, marks)}
          onSlide={(place) => onChange(leverageAt(place, marks))}
          onStep={step}
          spoken={`${leverage}×`}
          tone={isHigh ? 'warn' : 'brand'}
        />
      </div>
    </div>
  );
}

type Chosen = { market: MarketInfo; entry: ContractEntry; leverage: number };

const liquidationAt = (
  { entry, leverage }: Omit<Chosen, 'market'>,
  side: PositionSide,
): LiquidationFigures | undefined =>
  entry.context && liquidationOf(entry.form, { side, leverage, steps: entry.steps }, entry.context);

/** Share of the line, on each side of the index, that the farther of both leverages takes. */
const REACH = 44;

/** Shows liquidation prices of both sides around the index, with the distances of the leverage in use as marks. */
function ForcedLine({ market, entry, leverage }: Chosen) {
  const text = useText();
  const now = { entry, leverage };
  const before = { entry, leverage: entry.leverage };
  const distances = [now, before].flatMap((it) =>
    POSITION_SIDES.map((side) => sizeOf(liquidationAt(it, side)?.distance)),
  );
  const farthest = Math.max(...distances, 1e-9);
  const placeOn = (it: typeof now, side: PositionSide) => {
    const share = (sizeOf(liquidationAt(it, side)?.distance) / farthest) * REACH;
    return `${side === 'long' ? 50 - share : 50 + share}%`;
  };
  return (
    <figure className="forced">
      <figcaption className="text-label text-ink-3">{text('contract.leverage.forced', { leverage })}</figcaption>
      <div className="forced__row">
        {POSITION_SIDES.map((side) => (
          <span key={side} className={`forced__side forced__side--${side}`}>
            <span>
              {text(`contract.${side}`)} {distanceText(liquidationAt(now, side)?.distance)}
            </span>
            <b>{priceText(liquidationAt(now, side)?.liquidation, market)}</b>
          </span>
        ))}
        <span className="forced__index">
          <span>{text('contract.index')}</span>
          <b>{priceText(entry.context?.now.index, market)}</b>
        </span>
      </div>
      <div
        className="forced__line"
        style={{ '--long': placeOn(now, 'long'), '--short': placeOn(now, 'short') }}
        aria-hidden="true"
      >
        <i className="forced__fill" />
        {leverage !== entry.leverage &&
          POSITION_SIDES.map((side) => (
            <i key={side} className="forced__mark" style={{ '--at': placeOn(before, side) }} />
          ))}
        <i className="forced__end forced__end--long" />
        <i className="forced__end forced__end--short" />
        <i className="forced__now" />
      </div>
    </figure>
  );
}

/** For the drawing only. */
const sizeOf = (distance: Rate | undefined): number => Math.abs(Number(distance ?? 0n)) / 1e18; // tidy: not money

const marginAt = ({ entry, leverage }: Omit<Chosen, 'market'>) => {
  const preview = previewOf(entry.form, { side: 'long', leverage, steps: entry.steps }, entry.context);
  return preview.state === 'incomplete' ? undefined : preview.figures;
};

/** Shows how the margin of the typed size changes, if there is one, and how often the price moved so far. */
function ChoiceFacts(chosen: Chosen) {
  const facts = [useMarginFact(chosen), useMovedFact(chosen)].filter((fact) => fact !== undefined);
  return facts.length === 0 ? null : <Facts facts={facts} />;
}

type Fact = readonly [label: string, value: string];

function useMarginFact({ market, entry, leverage }: Chosen): Fact | undefined {
  const text = useText();
  const before = marginAt({ entry, leverage: entry.leverage });
  const after = marginAt({ entry, leverage });
  if (before === undefined || after === undefined) return undefined;
  const label = text('contract.leverage.margin', { size: coinText(after.size, market) });
  const value = `${costText(before.margin)} → ${costText(after.margin)} USDT`;
  return [label, leverage === entry.leverage ? `${costText(after.margin)} USDT` : value];
}

const DAY_MS = 86_400_000;
const DAYS = 30;

/** Returns on how many of the last days the price moved as far as the nearer of both forced closes. */
function useMovedFact({ market, entry, leverage }: Chosen): Fact | undefined {
  const text = useText();
  const days = useDays(market.symbol);
  const distances = POSITION_SIDES.flatMap((side) => liquidationAt({ entry, leverage }, side)?.distance ?? []);
  const [nearest] = distances.map(absolute).toSorted(compare);
  if (days === undefined || days.length === 0 || nearest === undefined) return undefined;
  return [
    text('contract.leverage.moved', { coin: market.base, rate: distanceText(nearest).replace('+', '') }),
    text('contract.leverage.moved.days', { n: daysMoved(days, nearest), days: days.length }),
  ];
}

/** Returns the bars of the last whole days; fewer of a market that is newer. */
function useDays(symbol: string) {
  const { data } = useQuery({
    queryKey: ['contract-days', symbol],
    queryFn: async ({ signal }) => {
      const today = Math.floor(serverNow() / DAY_MS) * DAY_MS; // tidy: not money
      const range = { from: today - DAYS * DAY_MS, to: today - 1_000 };
      return (await call(listCandles, { symbol, period: '1day', ...range }, { signal })).list;
    },
    staleTime: DAY_MS / 24,
  });
  return data;
}

function Warning({ entry, leverage }: Omit<Chosen, 'market'>) {
  const text = useText();
  const margin = marginAt({ entry, leverage })?.margin;
  return (
    <Note icon="warn" tone="warn">
      <b className="block">{text('contract.leverage.warn.title')}</b>
      {margin === undefined
        ? text('contract.leverage.warn.plain')
        : text('contract.leverage.warn.text', { margin: costText(margin) })}
    </Note>
  );
}
