-- an order to a supplier comes as a PDF with its e-mail
ALTER TABLE "message" ADD COLUMN "attachment" BYTEA, ADD COLUMN "attachment_name" TEXT;
