import archive from './archive';
import frontPage from './front-page';
import singular from './singular';

export default { 'front-page': frontPage, singular, category: archive, tag: archive };
