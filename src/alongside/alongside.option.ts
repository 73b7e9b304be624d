import { type ServiceOption } from '../service-option.js';
import { WordPressContentModule } from './content/wordpress-content.module.js';
import { LearnedFieldSource } from './fields/learned-field-source.js';
import { WordPressFieldsModule } from './fields/wordpress-fields.module.js';
import { acceptLearned, PLACE } from './learning/accept-learned.js';
import { learnBeforeStart, readLearned } from './learning/learn-before-start.js';
import { type LearnedContent } from './learning/learned-content.js';
import { LearningModule } from './learning/learning.module.js';
import { WordPressProxyModule } from './proxy/wordpress-proxy.module.js';

/** Works with a WordPress on the same database, at WORDPRESS_URL. */
export const ALONGSIDE: ServiceOption = {
  prepare: learnBeforeStart,
  async contribute({ config, profile, content }) {
    if (!config.wordpress) return { modules: [WordPressContentModule] };
    const learned = await readLearned(config);
    const fields = new LearnedFieldSource(learned?.fields ?? []);
    const { accepted, conflicts } = acceptLearned(content, profile.content, learned, fields.declarations(PLACE));
    const media = learned && learnedMedia(learned);
    return {
      modules: [
        WordPressContentModule,
        WordPressProxyModule,
        ...(fields.fields.length > 0 ? [WordPressFieldsModule.forRoot(fields)] : []),
        LearningModule.forRoot({ conflicts, ...(learned && { learned }) }),
      ],
      content: accepted,
      ...(media && { media }),
      ...(learned?.settings && { settings: learned.settings }),
      ...(learned?.html5 !== undefined && { html5: learned.html5 }),
    };
  },
};

/** The image sizes that themes and plugins registered, instead of those of a WordPress without any. */
function learnedMedia({ imageSizes, largestSide }: LearnedContent) {
  if (imageSizes === undefined) return undefined;
  return { furtherSizes: imageSizes, ...(largestSide !== undefined && { largestSide: largestSide || undefined }) };
}
