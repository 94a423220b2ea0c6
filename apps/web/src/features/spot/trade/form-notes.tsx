import { Icon } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { NotLoaded } from './not-loaded.tsx';
import { usePriceState } from './price-state.ts';
import { refusalText } from './refusal-text.ts';
import type { OrderEntry } from './use-order-form.ts';
import type { Submission } from './use-order-submit.ts';

type Props = { market: MarketInfo; entry: OrderEntry; submission: Submission };

/** Shows messages about the whole order above its button; usually none. */
export function FormNotes({ market, entry: { form, preview, refusal, retry }, submission }: Props) {
  const text = useText();
  const isStale = usePriceState(market.symbol).kind === 'paused';
  const { isChecking, isUnknown, sheet } = submission;
  if (isChecking && !sheet.isOpen) return <Line message={text('spot.form.checking')} />;
  if (isUnknown && !sheet.isOpen) return <Line message={text('spot.form.unknown')} isWrong />;
  if (retry !== undefined && preview.state === 'incomplete' && preview.missing === 'situation')
    return <NotLoaded retry={retry} />;
  if (refusal?.field === 'form') return <Line message={refusal.message} isWrong />;
  if (preview.state === 'refused' && preview.field === 'form')
    return <Line message={refusalText(preview, market.quote, text)} isWrong={preview.code === 'too_many_orders'} />;
  return form.kind === 'limit' && isStale ? <Line message={text('spot.form.stale')} /> : null;
}

function Line({ message, isWrong = false }: { message: string; isWrong?: boolean }) {
  return (
    <p className={isWrong ? 'hint hint--error' : 'hint hint--warn'} role={isWrong ? 'alert' : 'status'}>
      <Icon name="warn" size={16} />
      {message}
    </p>
  );
}
