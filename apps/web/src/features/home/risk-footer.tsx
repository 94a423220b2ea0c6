import { RiskBanner } from '@app/ui';
import { useRiskText } from './risk-text.ts';

/** Last on the page, so that loading its text shifts nothing. */
export function RiskFooter() {
  const message = useRiskText();
  if (message === undefined || message === '') return <div className="h-6" />;
  return (
    <div className="pt-6">
      <RiskBanner>{message}</RiskBanner>
    </div>
  );
}
