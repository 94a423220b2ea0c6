import { findTop, listFiles } from '../tidy/tree.ts';
import { featuresOf, print, sliceOf } from './slice.ts';

const [feature = ''] = process.argv.slice(2);
const paths = listFiles(findTop(process.cwd()));
const features = featuresOf(paths);

if (features.includes(feature)) {
  console.log(print(sliceOf(feature, paths)));
} else {
  const question = feature === '' ? 'Which feature?' : `There is no feature called ${feature}.`;
  console.error(`${question} Known: ${features.join(', ') || 'none yet'}.`);
  process.exitCode = 1;
}
