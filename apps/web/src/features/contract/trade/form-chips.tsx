import { momentText, RadioList, SelectButton, Sheet } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { contractName } from '../contract-name.ts';
import { PERPETUAL } from './contract-form.ts';
import { ZONE } from './contract-texts.ts';
import type { ContractEntry } from './use-contract-form.ts';

type Props = { market: MarketInfo; entry: ContractEntry };

/** Shows the margin mode, which explains itself: only isolated margin exists. */
export function ModeChip() {
  const text = useText();
  const sheet = useSheet('margin-mode');
  const title = text('contract.isolated');
  return (
    <>
      <SelectButton
        compact
        label={text('contract.isolated.label')}
        value={title}
        open={sheet.isOpen}
        onClick={sheet.open}
      />
      <Sheet open={sheet.isOpen} onClose={sheet.close} title={title} closeLabel={text('system.close')}>
        <p className="pb-4 text-body text-ink-2">{text('contract.isolated.text')}</p>
      </Sheet>
    </>
  );
}

const KINDS = ['market', 'limit'] as const;

/** Selects market or limit. */
export function KindSelect({ entry: { form, actions } }: Pick<Props, 'entry'>) {
  const text = useText();
  const sheet = useSheet('contract-kind');
  const title = text('contract.kind');
  const options = KINDS.map((kind) => ({
    value: kind,
    label: text(`contract.${kind}`),
    text: text(`contract.${kind}.about`),
  }));
  return (
    <>
      <SelectButton
        compact
        label={title}
        value={text(`contract.${form.kind}`)}
        open={sheet.isOpen}
        onClick={sheet.open}
      />
      <Sheet open={sheet.isOpen} onClose={sheet.close} title={title} closeLabel={text('system.close')}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears the radios' own clicks, also of the one that is chosen already. */}
        <div role="presentation" onClick={sheet.close}>
          <RadioList label={title} options={options} value={form.kind} onChange={actions.setKind} />
        </div>
      </Sheet>
    </>
  );
}

/** Selects the perpetual contract or a day of delivery; renders nothing where only one is listed. */
export function SeriesSelect({ market, entry: { form, rules, actions } }: Props) {
  const text = useText();
  const sheet = useSheet('contract-series');
  const open = rules.series.filter(({ is_open }) => is_open);
  if (open.length < 2) return null;
  const title = text('contract.series');
  const options = open.map(({ series, delivers }) => ({
    value: series,
    label: series === PERPETUAL ? text('contract.perp') : contractName({ symbol: market.symbol, series }),
    text:
      delivers === null
        ? text('contract.perp.about')
        : text('contract.delivery.about', { time: momentText(delivers, ZONE, serverNow()) }),
  }));
  const shown = contractName({ symbol: market.symbol, series: form.series }).split('-').at(-1) ?? '';
  return (
    <>
      <SelectButton compact label={title} value={shown} open={sheet.isOpen} onClick={sheet.open} />
      <Sheet open={sheet.isOpen} onClose={sheet.close} title={title} closeLabel={text('system.close')}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears the radios' own clicks, also of the one that is chosen already. */}
        <div role="presentation" onClick={sheet.close}>
          <RadioList label={title} options={options} value={form.series} onChange={actions.setSeries} />
        </div>
      </Sheet>
    </>
  );
}
