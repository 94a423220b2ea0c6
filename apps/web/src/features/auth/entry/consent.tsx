import { AgreementCheck } from '@app/ui';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { piecesOf, placeOf } from './linked-sentence.ts';

const PAGES = { terms: '/pages/setting/operational_compliance', privacy: '/pages/setting/privacy' } as const;

type Props = { checked: boolean; onChange: (checked: boolean) => void; error: string | undefined };

/**
 * Consent: of age, aware of the risks, and the accepted documents; links open in a new tab, because the form would be
 * lost otherwise.
 */
export function Consent({ checked, onChange, error }: Props) {
  const text = useText();
  const accepted = text('auth.register.accept', { terms: placeOf('terms'), privacy: placeOf('privacy') });
  const pieces = piecesOf(accepted, ['terms', 'privacy']);
  return (
    <AgreementCheck checked={checked} onChange={onChange} error={error}>
      {text('auth.register.agree')}{' '}
      {pieces.map((piece) =>
        'text' in piece ? (
          piece.text
        ) : (
          <Link key={piece.link} className="hit" to={PAGES[piece.link]} target="_blank">
            {text(`auth.register.${piece.link}`)}
          </Link>
        ),
      )}
    </AgreementCheck>
  );
}
