import type { ReactNode } from 'react';
import { Icon } from '../icons/icon.tsx';

/** What can be lost, where the product is traded, never cut short; the link tells the rest. */
export function RiskBanner({ children, link }: { children: ReactNode; link?: ReactNode }) {
  return (
    <div className="riskline" role="note">
      <Icon name="warn" size={16} />
      <span className="riskline__words">{children}</span>
      {link}
    </div>
  );
}
