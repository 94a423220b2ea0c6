import { type Amount, PLACES, parseDecimal } from '@app/money';
import type { ChainAsset } from '../../deposit/index.ts';

/** Reads caps as the operator writes them, `coin:amount`, in units of the chain. A coin that is not on it is refused. */
export const readCaps = (texts: readonly string[], assets: readonly ChainAsset[]): ReadonlyMap<string, bigint> =>
  new Map(
    texts.map((text) => {
      const [currency = '', amount = ''] = text.split(':');
      const asset = assets.find((it) => it.currency === currency);
      if (asset === undefined) throw new Error(`configuration: ${currency} is no coin of this chain`);
      return [currency, parseDecimal<Amount>(amount) / 10n ** BigInt(PLACES - asset.places)] as const;
    }),
  );
