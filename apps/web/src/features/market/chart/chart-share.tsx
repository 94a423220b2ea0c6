import { Icon, IconButton, showToast } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { chartAddress } from '../movers/mover-line.ts';

/** Shares the link to this chart through the device's share sheet, or copies it. */
export function ChartShare({ symbol }: { symbol: string }) {
  const text = useText();
  const share = async () => {
    const url = `${location.origin}${location.pathname}#${chartAddress(symbol)}`;
    if (navigator.share !== undefined) return await navigator.share({ title: symbol, url });
    await navigator.clipboard.writeText(url);
    showToast(text('market.chart.share.copied'), 'ok');
  };
  return (
    // Closing the share sheet is the user's choice, not a failure.
    <IconButton label={text('market.chart.share')} onClick={() => void share().catch(() => undefined)}>
      <Icon name="share" />
    </IconButton>
  );
}
