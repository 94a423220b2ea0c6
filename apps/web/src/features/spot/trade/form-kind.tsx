import { showPrice } from '@app/money';
import { RadioList, SelectButton, Sheet } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { nextBest } from './form-moves.ts';
import type { OrderEntry } from './use-order-form.ts';

type Props = { market: MarketInfo; entry: OrderEntry };

/** Selects the order kind, and for a limit offers the best price. */
export function FormKind({ market, entry }: Props) {
  return (
    <div className="flex gap-2">
      <div className="min-w-0 grow">
        <KindSelect entry={entry} />
      </div>
      {entry.form.kind === 'limit' && <BestButton market={market} entry={entry} />}
    </div>
  );
}

const KINDS = ['gtc', 'market', 'ioc', 'post'] as const;
type Kind = (typeof KINDS)[number];

function KindSelect({ entry: { form, actions } }: Pick<Props, 'entry'>) {
  const text = useText();
  const sheet = useSheet('kind');
  const value: Kind = form.kind === 'market' ? 'market' : form.force;
  const shortOf = (kind: Kind) => text(kind === 'market' ? 'spot.market' : `spot.form.short.${kind}`);
  const options = KINDS.map((kind) => ({
    value: kind,
    label: kind === 'market' ? text('spot.market') : `${text('spot.limit')} · ${text(`spot.force.${kind}`)}`,
    text: text(kind === 'market' ? 'spot.form.market.about' : `spot.force.${kind}.about`),
  }));
  const choose = (kind: Kind) => {
    if (kind === 'market') actions.setKind(kind);
    else actions.setForce(kind);
  };
  const title = text('spot.form.kind');
  return (
    <>
      <SelectButton compact label={title} value={shortOf(value)} open={sheet.isOpen} onClick={sheet.open} />
      <Sheet open={sheet.isOpen} onClose={sheet.close} title={title} closeLabel={text('system.close')}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears the radios' own clicks, also of the one that is chosen already. */}
        <div role="presentation" onClick={sheet.close}>
          <RadioList label={title} options={options} value={value} onChange={choose} />
        </div>
      </Sheet>
    </>
  );
}

/** Shows whose best price was taken; its label names the one a tap takes. */
function BestButton({ market, entry: { form, depth, actions } }: Props) {
  const text = useText();
  const next = depth && nextBest(form, depth);
  const name =
    next === undefined
      ? text('spot.form.bbo.none')
      : text(`spot.form.bbo.take.${next.side}`, { price: showPrice(next.price, market.precision) });
  const shown = text(form.best === undefined ? 'spot.form.bbo' : `spot.form.bbo.${form.best}`);
  return (
    <button
      type="button"
      className="field field--s field--sel field--bbo"
      aria-label={`${shown}: ${name}`}
      title={name}
      disabled={next === undefined}
      onClick={actions.best}
    >
      {shown}
    </button>
  );
}
