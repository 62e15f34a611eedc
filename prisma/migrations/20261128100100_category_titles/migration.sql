-- Titles that an import gave to categories that had none in a language, for undo.
ALTER TABLE "product_import" ADD COLUMN     "category_titles" JSONB NOT NULL DEFAULT '[]';
