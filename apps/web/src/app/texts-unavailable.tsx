import { ErrorPanel } from '@app/ui';
import { renew } from '../data/app/app-update.ts';

/** Shown when not even the texts could be fetched. The only texts of the app that are not in a catalogue. */
export function TextsUnavailable() {
  return (
    <main className="page">
      <div className="middle">
        <ErrorPanel
          title="Tidemark could not be loaded"
          text="Please check your connection and try again."
          retry={{ label: 'Try again', go: () => void renew() }}
        />
      </div>
    </main>
  );
}
