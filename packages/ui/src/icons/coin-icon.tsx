import { COIN_CODES } from './coin-codes.ts';
import sprite from './coins.svg?url';

/** Renders a coin's icon, or its first letters if there is none. */
export function CoinIcon({ code, size = 32 }: { code: string; size?: 16 | 20 | 24 | 32 | 40 }) {
  return (
    <svg className="coin" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      {COIN_CODES.includes(code) ? (
        <use href={`${sprite}#${code}`} />
      ) : (
        <>
          <circle cx="16" cy="16" r="16" className="coin__blank" />
          <text x="16" y="20" textAnchor="middle" className="coin__letters">
            {code.slice(0, 3)}
          </text>
        </>
      )}
    </svg>
  );
}
