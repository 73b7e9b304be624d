import { applyTheme } from './shell/theme';
import { languageOf, loadTexts } from './texts';

// Modules name texts when they are loaded, so the texts of the language that the service has chosen come first.
applyTheme();
const application = () => import('./start');
void loadTexts(languageOf(document.documentElement.lang)).then(application);
