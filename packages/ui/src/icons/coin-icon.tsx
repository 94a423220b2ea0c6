import { drawingOf, hueOf } from './coin-codes.ts';
import coins from './coins.svg?url';
import flags from './currency-flags.svg?url';

type Props = { code: string; size?: 16 | 20 | 24 | 32 | 40 };

/** Renders a coin's logo, a currency's flag, or the first letter of anything else on a disc of its own colour. */
export function CoinIcon({ code, size = 32 }: Props) {
  const drawing = drawingOf(code);
  return (
    <svg className="coin" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      {drawing === 'letter' ? (
        <>
          <circle cx="16" cy="16" r="16" fill={`hsl(${hueOf(code)} 45% 32%)`} />
          <text x="16" y="21.5" textAnchor="middle" className="coin__letter">
            {code[0]}
          </text>
        </>
      ) : (
        <use href={`${drawing === 'coin' ? coins : flags}#${code}`} width="32" height="32" />
      )}
    </svg>
  );
}
