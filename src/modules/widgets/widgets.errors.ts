import { RestError } from '../../rest/errors/rest-error.js';

export const unknownWidget = () => new RestError('rest_widget_not_found', 'There is no such widget.', 404);

export const unknownSidebar = () => new RestError('rest_sidebar_not_found', 'There is no such sidebar.', 404);

export const unknownType = () => new RestError('rest_widget_type_invalid', 'There is no such widget type.', 404);

export const invalidWidget = (message: string) => new RestError('rest_invalid_widget', message, 400);
