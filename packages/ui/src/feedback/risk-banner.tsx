import type { ReactNode } from 'react';
import { Icon } from '../icons/icon.tsx';

/** States what can be lost, where the product is traded, and is never truncated; the link leads to the details. */
export function RiskBanner({ children, link }: { children: ReactNode; link?: ReactNode }) {
  return (
    <div className="riskline" role="note">
      <Icon name="warn" size={16} />
      <span className="riskline__words">{children}</span>
      {link}
    </div>
  );
}
