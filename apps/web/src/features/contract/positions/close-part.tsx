import { figuresOf, previewClose } from '@app/client/contract';
import { type Amount, directionOf, type Price } from '@app/money';
import { PercentSlider } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { isWholeOnly } from './close-entry.ts';
import { MONEY_PLACES, moneyText, priceText, signedText, sizeText, sizeWithUnit, UNKNOWN } from './deal-texts.ts';
import { type Held, useLiveFigures } from './live-figures.ts';

const SHARES = [25, 50, 75, 100] as const;

type Props = {
  held: Held;
  lots: Amount | undefined;
  percent: number;
  onPercent: (percent: number) => void;
  lotsMin: Amount;
  precision: number;
};

/** Chooses how much of a position to close, and shows what that realises at the price of now. */
export function ClosePart({ held, lots, percent, onPercent, lotsMin, precision }: Props) {
  const text = useText();
  const { deal } = held;
  const isWhole = isWholeOnly(deal.share, lotsMin);
  return (
    <section aria-label={text('position.part')}>
      <div className="pos-between">
        <h3 className="text-title">{text('position.part')}</h3>
        <p className="text-num-m">
          {lots === undefined ? UNKNOWN : sizeText(lots, deal)}{' '}
          <span className="text-ink-3">{text('position.part.of', { size: sizeWithUnit(deal.share, deal) })}</span>
        </p>
      </div>
      {isWhole ? (
        <p className="text-label text-ink-3 py-2">{text('position.part.whole')}</p>
      ) : (
        <>
          <PercentSlider label={text('position.part.share')} percent={percent} onSlide={onPercent} />
          <div className="presets">
            {SHARES.map((share) => (
              <button key={share} type="button" className="chip" onClick={() => onPercent(share)}>
                {share === 100 ? text('position.part.all') : `${share}%`}
              </button>
            ))}
          </div>
        </>
      )}
      <Outcome held={held} lots={lots} lotsMin={lotsMin} precision={precision} />
    </section>
  );
}

type OutcomeProps = Pick<Props, 'held' | 'lots' | 'lotsMin' | 'precision'>;

/** Shows what a close would realise, give back and leave, at every price. */
function Outcome({ held, lots, lotsMin, precision }: OutcomeProps) {
  const text = useText();
  const { deal, position, rules } = held;
  const figures = useLiveFigures(held);
  const preview =
    position !== undefined && rules !== undefined && figures !== undefined && lots !== undefined
      ? previewClose(position, lots, { now: figures.now, spreadRate: rules.spread_rate, lotsMin })
      : undefined;
  const realised = preview?.realised;
  const rest = preview?.rest;
  return (
    <>
      <dl className="pos-sums mt-3">
        <div>
          <dt>{text('position.realises')}</dt>
          <dd className={`tone-${realised === undefined ? 'flat' : directionOf(realised, MONEY_PLACES)}`}>
            {signedText(realised)}
          </dd>
        </div>
        <div>
          <dt>{text('position.back')}</dt>
          <dd>{moneyText(preview?.settlement.margin)}</dd>
        </div>
        <div>
          <dt>{text('position.stays')}</dt>
          <dd>
            {preview === undefined
              ? UNKNOWN
              : rest === undefined
                ? text('position.nothing')
                : sizeWithUnit(rest.lots, deal)}
          </dd>
        </div>
      </dl>
      <p className="text-micro text-ink-3 pt-2">
        {preview !== undefined &&
          text(position?.side === 'long' ? 'position.at.bid' : 'position.at.ask', {
            price: priceText(preview.settlement.price, precision),
            fee: moneyText(preview.settlement.fee),
          })}{' '}
        {rest !== undefined && figures !== undefined && (
          <LiquidationAfter
            before={figures.liquidation}
            after={figuresOf(rest, figures.now).liquidation}
            precision={precision}
          />
        )}
      </p>
    </>
  );
}

type AfterProps = { before: Price | undefined; after: Price | undefined; precision: number };

/** Says whether a part that is closed moves the liquidation price of what stays. */
function LiquidationAfter({ before, after, precision }: AfterProps) {
  const text = useText();
  if (priceText(before, precision) === priceText(after, precision)) return text('position.liq.same');
  return after === undefined
    ? text('position.safe')
    : text('position.liq.moves', { price: priceText(after, precision) });
}
